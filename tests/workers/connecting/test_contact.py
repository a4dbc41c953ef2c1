"""From an endpoint to a target."""

import pytest

from tests.factories import EndpointFactory
from workers.connecting import contact


@pytest.mark.django_db
@pytest.mark.parametrize(("stored", "used"), [("", None), ("the CA", "the CA")])
def test_the_authority_of_the_endpoint_is_what_certificates_are_checked_against(
    stored, used
):
    endpoint = EndpointFactory(host="127.0.0.1", tls="require", tls_ca=stored)

    assert contact.target_of(endpoint).tls_ca == used
