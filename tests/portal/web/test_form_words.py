"""What forms say of wrong fields: what to do, whatever form of the site it is."""

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile

from portal.forms.styled import style


def told(field, value):
    """The words of a field of a form of ours, as they are shown."""

    class Form(forms.Form):
        one = field

        def __init__(self, data, files):
            super().__init__(data, files)
            style(self)

    is_file = isinstance(field, forms.FileField)
    data = {"one": value}
    form = Form({} if is_file else data, data if is_file else {})
    return " ".join(map(str, form.errors.get("one", ())))


KINDS = [("a", "cached"), ("b", "100 % disk")]
MANY = [(str(number), f"class {number}") for number in range(9)]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (forms.CharField(), "", "Fill this in."),
        (forms.ChoiceField(choices=KINDS), "", "Choose one."),
        (forms.MultipleChoiceField(choices=KINDS), [], "Choose one at least."),
        (forms.BooleanField(), "", "Set this tick."),
        (forms.FileField(), None, "Choose a file."),
        (
            forms.FileField(),
            SimpleUploadedFile("a.csv", b""),
            "The file is empty: choose another one.",
        ),
        (forms.IntegerField(), "1.5", "Give an integer."),
        (forms.FloatField(), "x", "Give a number."),
        (forms.DecimalField(), "", "Give a number."),
        (forms.IntegerField(min_value=2), "1", "Give 2 at least."),
        (forms.FloatField(max_value=9), "10", "Give 9 at most."),
        (
            forms.CharField(max_length=3),
            "abcd",
            "Give 3 characters at most: it has 4.",
        ),
        (
            forms.ChoiceField(choices=[("", "any"), *KINDS]),
            "foo",
            "Choose one of: cached, 100 % disk. “foo” is not one of them.",
        ),
        (
            forms.ChoiceField(choices=[("group", KINDS)]),
            "foo",
            "Choose one of: cached, 100 % disk. “foo” is not one of them.",
        ),
        (
            forms.ChoiceField(choices=MANY),
            "f" * 100,
            f"Choose one from the list: “{'f' * 40}” is not in it.",
        ),
    ],
)
def test_a_wrong_field_says_what_to_do(field, value, words):
    assert told(field, value) == words


def test_words_of_its_own_are_kept():
    own = {"required": "Name the class.", "invalid_choice": "There is no %(value)s."}

    assert told(forms.ChoiceField(error_messages=own), "") == "Name the class."
    assert told(forms.ChoiceField(error_messages=own), "x") == "There is no x."


def test_choices_that_a_form_fills_in_later_are_named():
    class Form(forms.Form):
        one = forms.ChoiceField()

        def __init__(self, data):
            super().__init__(data)
            style(self)
            self.fields["one"].choices = KINDS

    assert Form({"one": "x"}).errors["one"] == [
        "Choose one of: cached, 100 % disk. “x” is not one of them."
    ]


def test_a_right_field_is_told_nothing():
    assert told(forms.ChoiceField(choices=KINDS), "a") == ""
