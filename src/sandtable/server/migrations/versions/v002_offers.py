"""What stands offered is stored, and a line of chat is written once."""

import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision = "001"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("matches", sa.Column("offer", sa.Text, nullable=False, server_default=""))
    op.add_column("chat", sa.Column("order", sa.String(80), nullable=False, server_default=""))
    op.execute("UPDATE chat SET \"order\" = '-' || number")
    op.create_index("chat_order", "chat", ["match", "order"], unique=True)
