"""Formation: stands, stress and a free table measured in centimetres."""
