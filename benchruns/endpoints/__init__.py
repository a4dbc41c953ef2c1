"""Database servers that users register: fields, changes, certificates, networks."""
