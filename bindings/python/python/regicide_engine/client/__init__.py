"""A client of the HTTP API of Regicide Server, synchronous and for asyncio."""

from .._extras import require

require("client", "httpx")

from . import models
from .clients import AsyncClient, Client
from .errors import Problem, StreamClosed, Unreachable
from .limits import Limits

__all__ = ["AsyncClient", "Client", "Limits", "Problem", "StreamClosed", "Unreachable", "models"]
