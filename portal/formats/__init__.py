"""Numbers, sizes, times and prices as pages, charts and mails print them."""
