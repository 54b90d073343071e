"""Hostile requests: without the token, from other sites, under other names, too large, too many, for other files."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

PATHS = (
    *(
        "/site/../server.py",
        "/site/..%2fserver.py",
        "/site/%2e%2e/%2e%2e/etc/passwd",
        "/site//etc/passwd",
        "/..",
        "/site/",
    ),
    *(
        "/guests",
        "/site/__init__.py%00",
        "/site/page.css/..",
        "/play/core.stealth",
        "/lobby/../guests",
        "/site/C:%5cboot",
    ),
)


def send_raw(address: str, text: str) -> str:
    """Sends a request as it is; returns the answer."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as raw:
        raw.sendall(text.encode())
        raw.settimeout(5)
        try:
            return raw.recv(65536).decode("latin-1")
        except TimeoutError:
            return ""


def test_the_token_becomes_a_cookie_that_scripts_and_other_sites_do_not_see(serve: Callable[..., Any]) -> None:
    browser = serve().browse()
    cookie = browser.entry.headers["set-cookie"]
    assert browser.entry.status_code == 204
    assert "httponly" in cookie.lower()
    assert "samesite=strict" in cookie.lower()
    assert browser.client.get("/lobby").status_code == 200


def test_without_token_or_cookie_nothing_is_shown(serve: Callable[..., Any]) -> None:
    site = serve()
    browser = site.browse()
    browser.client.cookies.clear()
    for token in ("", "x", site.server.token[:-1], site.server.token.lower(), "ä" * 20):
        answer = browser.client.post("/enter", json={"token": token})
        assert answer.status_code == 403
        assert answer.text.startswith("The key in this address is not the server's")
    for cookie in ("", "x", "../../x", site.server.token):
        headers = {"Cookie": f"footfall-{site.address.rpartition(':')[2]}={cookie}"}
        assert browser.client.get("/lobby", headers=headers).status_code == 403
        for path in ("/play/core.stealth", "/watch/abc", "/seat/abc/0"):
            with pytest.raises(InvalidStatus):
                browser.open(path, headers)
    for path in ("/name", "/tables"):
        assert browser.client.post(path, json={"name": "x"}).status_code == 403
    assert len([*(site.folder / "guests").iterdir()]) == 1


def test_other_names_and_other_sites_are_refused(serve: Callable[..., Any]) -> None:
    site = serve()
    browser = site.browse()
    port = site.address.rpartition(":")[2]
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1",
        f"127.0.0.1:{int(port) + 1}",
        f"localhost.evil:{port}",
        "",
    ):
        assert browser.client.get("/lobby", headers={"Host": host}).status_code in (400, 421)
        with pytest.raises(InvalidStatus):
            browser.open("/play/core.stealth", {"Host": host})
    for origin in (
        "http://evil.example",
        "null",
        "",
        f"https://127.0.0.1:{port}",
        f"http://127.0.0.1:{port}.evil",
        "file://",
    ):
        assert browser.client.post("/name", json={"name": "x"}, headers={"Origin": origin}).status_code == 403
        assert browser.client.get("/lobby", headers={"Origin": origin}).status_code == 403
        with pytest.raises(InvalidStatus):
            browser.open("/play/core.stealth", {"Origin": origin})
    raw = f"GET /lobby HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil\r\nCookie: {browser.cookie}\r\n\r\n"
    assert send_raw(site.address, raw).split(" ")[1:2] in (["400"], ["421"])
    assert (
        browser.client.post("/name", json={"name": "x"}, headers={"Origin": f"http://localhost:{port}"}).status_code
        == 204
    )


def test_an_unknown_address_is_answered_with_the_page_itself(serve: Callable[..., Any]) -> None:
    answer = serve().browse().client.get("/nothing")
    assert answer.status_code == 404
    assert "<title>Footfall</title>" in answer.text
    assert '<a href="/" id="home">' in answer.text


def test_no_request_names_a_file(serve: Callable[..., Any]) -> None:
    site = serve()
    browser = site.browse()
    for path in PATHS:
        host = site.address.removeprefix("http://")
        answer = send_raw(site.address, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        assert answer.startswith(("HTTP/1.1 404", "HTTP/1.1 400", "HTTP/1.1 307")), (path, answer)
        assert "root:" not in answer
    for name in ("../../etc/passwd", "..", "core.stealth/..", "%2e%2e", "nothing"):
        for kind in ("play", "watch"):
            with pytest.raises(InvalidStatus):
                browser.open(f"/{kind}/{name}")


def test_bodies_are_limited_and_checked(serve: Callable[..., Any]) -> None:
    browser = serve().browse()
    wrong = (
        "",
        "[]",
        "{",
        '{"game":1,"options":{}}',
        '{"game":"core.king"}',
        '{"game":"core.king","options":{"players":"99"}}',
        "null",
    )
    for body in (
        *wrong,
        '{"game":"core.king","options":{"bots":"../x"}}',
        '{"game":"core.stealth","options":{}}',
        '{"a":' * 300,
    ):
        assert browser.client.post("/tables", content=body).status_code in (400, 403, 413), body[:40]
    assert browser.client.post("/name", content=b"x" * 2000).status_code == 413
    assert browser.client.post("/name", content=iter([b"x" * 500] * 4)).status_code in (400, 413)
    assert browser.client.get("/tables").status_code == 405


def test_every_answer_has_a_content_policy(serve: Callable[..., Any]) -> None:
    browser = serve().browse()
    for path in ("/", "/play", "/lobby", "/site/play.js", "/nothing", "/site/serve.html"):
        headers = browser.client.get(path).headers
        assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert browser.client.get("/lobby", headers={"Origin": "x"}).headers["x-frame-options"] == "DENY"


def test_names_are_plain_text(serve: Callable[..., Any]) -> None:
    site = serve()
    browser, other = site.browse(), site.browse()
    name = "<script>alert(1)</script>\u202e\n<b>"
    assert browser.client.post("/name", json={"name": name}).status_code == 204
    browser.open("/play/core.stealth").wait("Seven lessons")
    answer = other.client.get("/lobby")
    assert answer.headers["content-type"] == "application/json"
    assert other.lobby()["views"][0]["text"] == "<script>alert(1)</script"
    assert all("<script>alert" not in other.client.get(path).text for path in ("/", "/play"))


def test_too_many_requests_are_refused_for_a_while(serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footfall.serve.gate.REQUEST_BURST", 10)
    monkeypatch.setattr("footfall.serve.gate.REQUEST_RATE", 0.5)
    browser = serve().browse()
    codes = [browser.client.get("/nothing").status_code for _ in range(30)]
    assert codes[0] == 404
    assert codes[-1] == 429


def test_guests_are_limited(serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footfall.serve.guests.MAX_GUESTS", 2)
    site = serve()
    assert [site.browse().entry.status_code for _ in range(3)] == [204, 204, 503]
    assert len([*(site.folder / "guests").iterdir()]) == 2
