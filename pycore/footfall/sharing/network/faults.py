"""Sentences for failures of a connection, which the libraries describe in their own notation."""

import socket
import ssl
from collections.abc import Iterator
from http.client import HTTPException, IncompleteRead, RemoteDisconnected

from urllib3 import exceptions

NETWORK_ERRORS = (exceptions.HTTPError, OSError)
"""The errors of a failed connection."""

_SENTENCES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    (
        (RemoteDisconnected, IncompleteRead, ConnectionResetError, ConnectionAbortedError, BrokenPipeError),
        "the server closed the connection before the whole file came",
    ),
    ((ConnectionRefusedError,), "nothing answers at this address: the connection is refused"),
    (
        (socket.gaierror, exceptions.NameResolutionError),
        "the name of the server is not found: check the address and your connection",
    ),
    ((ssl.SSLCertVerificationError,), "the certificate of the server is not valid, so it may be another server"),
    ((ssl.SSLError, exceptions.SSLError), "the server does not speak https as it should"),
    ((exceptions.ProxySchemeUnknown,), "the address of the system's proxy does not begin with http:// or https://"),
    ((TimeoutError, exceptions.TimeoutError), "the server does not answer in time"),
    ((exceptions.LocationValueError,), "it is not an address"),
    ((HTTPException, exceptions.ProtocolError), "the server does not answer as a web server does"),
)
"""Sentences by exception; the first that fits."""


def describe_fault(error: Exception) -> str:
    """Returns the innermost known reason of a failed connection."""
    chain = list(_iter_chain(error))
    proxy = "the system's proxy cannot be used: " if any(isinstance(e, exceptions.ProxyError) for e in chain) else ""
    for each in reversed(chain):
        for kinds, sentence in _SENTENCES:
            if isinstance(each, kinds):
                return proxy + sentence
        if isinstance(each, OSError):  # one without a number is our own, with a sentence
            return proxy + (each.strerror or str(each))
    return f"{proxy}there is no connection"


def _iter_chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yields an error and its causes, the innermost last."""
    seen: list[BaseException] = []
    while error is not None:
        yield error
        seen.append(error)
        inner = (getattr(error, "reason", None), error.__cause__, *error.args, error.__context__)
        error = next((e for e in inner if isinstance(e, BaseException) and e not in seen), None)
