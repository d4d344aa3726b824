"""The client's files, and its one page under every address that is a page."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

STATIC = (Path(__file__).parent / "static").resolve()
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".map": "application/json",
}
MISSING = "<!doctype html><title>Sandtable</title><p>The client is not built: run <code>make play</code>."

router = APIRouter(include_in_schema=False)


@router.get("/{path:path}")
def page(path: str, request: Request) -> Response:
    """A file of the client, or its page."""
    kind = Path(path).suffix
    if kind in KINDS:
        file = (STATIC / path).resolve()
        if not file.is_relative_to(STATIC) or not file.is_file():
            return Response(status_code=404)
        lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        return FileResponse(file, media_type=KINDS[kind], headers={"cache-control": lasting})
    if path.startswith("api/"):
        return Response(b'{"reason":"there is nothing here"}', 404, media_type="application/json")
    index = STATIC / "index.html"
    text = index.read_text(encoding="utf-8") if index.is_file() else MISSING
    return HTMLResponse(text.replace('="./', '="/'), headers={"cache-control": "no-cache"})
