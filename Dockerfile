FROM python:3.12-slim

WORKDIR /app
COPY requirements-dev.txt pyproject.toml hatch_build.py README.md LICENSE CHANGELOG.md ./
COPY client client
COPY src src
# The lock file constrains what is installed; the client is built on the way.
RUN sed 's/ *--hash=[^ ]*//g; s/ *\\$//' requirements-dev.txt > constraints.txt \
 && pip install --no-cache-dir --constraint constraints.txt ".[postgres]" \
 && rm -rf client src \
 && useradd --create-home sandtable \
 && install -d -o sandtable /var/cache/sandtable

USER sandtable
ENV SANDTABLE_CACHE=/var/cache/sandtable
EXPOSE 8000
CMD ["uvicorn", "--factory", "sandtable.server.app:from_environment", "--host", "0.0.0.0", "--workers", "2", \
     "--ws", "websockets-sansio", "--ws-max-size", "8192", "--ws-per-message-deflate", "false", \
     "--proxy-headers", "--no-server-header", "--no-access-log"]
