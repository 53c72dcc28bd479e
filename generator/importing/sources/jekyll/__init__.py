"""Sites of Jekyll: what all of them have, and the templates al-folio and academicpages."""
