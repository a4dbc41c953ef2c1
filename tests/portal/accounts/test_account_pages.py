"""The pages of accounts: in our look, with nothing that the policy forbids."""

import re

import pytest
from django.template.loader import get_template
from django.urls import reverse

from portal.pages.account import allauth_urls
from tests.factories import ApiTokenFactory
from tests.portal.accounts.account_steps import ANNA, again, focused

FOR_ALL = ["/login/", "/signup/", "/password/reset/", "/account/email/sent/"]
FOR_ALL += ["/password/reset/sent/", "/password/reset/changed/", "/account/inactive/"]
FOR_ALL += ["/password/reset/1-abc/", "/account/confirm-email/abc/"]
FOR_USERS = ["/account/", "/account/email/", "/password/", "/logout/", "/account/2fa/"]
FOR_USERS += ["/account/2fa/on/", "/account/password-again/"]
WAITING_FOR_MAIL = ["/account/email/sent/", "/password/reset/sent/"]


def check(answer):
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="bb-page"' in text
    assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=", text)


pytestmark = pytest.mark.usefixtures("forget")


@pytest.mark.django_db
@pytest.mark.parametrize("path", FOR_ALL)
def test_a_page_for_all_is_in_our_look(client, path, settings):
    settings.MAIL_IS_ON = True

    check(client.get(path))


@pytest.mark.parametrize("path", FOR_USERS)
def test_a_page_of_the_account_is_in_our_look(page, path, settings):
    settings.MAIL_IS_ON = True
    again(page)

    check(page.get(path))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "name"),
    [("/login/", "username"), ("/signup/", "username"), ("/password/reset/", "email")],
)
def test_a_page_that_is_one_form_has_the_focus_in_it(client, settings, path, name):
    settings.MAIL_IS_ON = True

    assert focused(client.get(path)) == [name]


def test_who_is_asked_again_can_type_at_once(page):
    assert focused(page.get("/account/password-again/")) == ["password"]


@pytest.mark.parametrize("path", ["/account/", "/account/email/", "/password/"])
def test_what_is_to_be_read_first_leaves_the_focus_above_it(page, path):
    again(page)

    assert focused(page.get(path)) == []


@pytest.mark.parametrize("path", [*FOR_USERS, "/account/2fa/recovery-codes/"])
def test_a_page_of_the_account_needs_a_login(client, db, path):
    answer = client.get(path)

    assert answer.status_code == 302
    assert answer["Location"].startswith(("/login/", "/"))
    assert "account" not in answer["Location"].partition("?")[0]


def template_of(pattern):
    view = getattr(pattern.callback, "view_class", None)
    return view and view.template_name


@pytest.mark.parametrize(
    "name", sorted({template_of(p) for p in allauth_urls.urlpatterns} - {None})
)
def test_a_page_has_a_template_of_ours(name, settings):
    template = get_template(name)

    is_text = name.endswith(".txt")
    assert is_text or str(settings.BASE_DIR / "templates") in template.origin.name


def test_our_names_lead_to_the_same_pages():
    assert reverse("portal:login") == reverse("account_login") == "/login/"
    assert reverse("portal:logout") == reverse("account_logout") == "/logout/"
    assert reverse("portal:password-change") == "/password/"


def test_the_page_of_the_account_tells_what_belongs_to_it(page, user):
    user.email = ANNA
    user.save()
    ApiTokenFactory.create_batch(3, user=user)

    shown = page.get("/account/").content.decode()

    assert ANNA in shown
    assert "not confirmed" in shown
    assert "<span>3</span> <a" in shown


def test_and_costs_the_same_however_much(page, user, django_assert_num_queries):
    ApiTokenFactory.create_batch(5, user=user)

    # session, user, notices, address, factors, tokens
    with django_assert_num_queries(7):
        page.get("/account/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "place"),
    [("console", "a log"), ("filebased", "a file on its machine")],
)
@pytest.mark.parametrize("path", WAITING_FOR_MAIL)
def test_a_page_that_waits_for_mail_says_where_it_is_written(
    client, settings, path, kind, place
):
    settings.MAIL_IS_ON = True
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{kind}.EmailBackend"

    text = " ".join(client.get(path).content.decode().split())

    assert f"This Benchbook sends no mail: each is written to {place}" in text
    assert "folder for spam" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("path", WAITING_FOR_MAIL)
def test_a_page_that_waits_for_mail_that_is_sent_names_no_file(client, settings, path):
    settings.MAIL_IS_ON = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"

    text = client.get(path).content.decode()

    assert "sends no mail" not in text
    assert "folder for spam" in text
