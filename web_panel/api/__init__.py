"""The HTTP API: thin routes over hosting and the board, one module a subject.

``routing`` declares, ``gate`` lets in, ``answers`` turns errors into JSON, ``openapi`` documents.
"""
