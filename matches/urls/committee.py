"""The committee's pages, and a delegate's in a claim or a case."""

from django.urls import URLPattern, path

from matches.views.committee import (
    cases,
    claim_form,
    claims,
    fines,
    ruling_texts,
    rulings,
    sanctions,
)

_S = "comite/<int:season_id>/"
_C = f"{_S}expedientes/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("acta/<int:pk>/reclamar/", claim_form.claim_new, name="claim-new"),
    path("acta/<int:pk>/reclamar/borrador/", claim_form.draft, name="claim-draft"),
    path("reclamaciones/<int:pk>/", claims.claim, name="claim"),
    path("reclamaciones/<int:pk>/retirar/", claims.withdraw, name="claim-withdraw"),
    path("pruebas/<int:pk>/", claims.evidence, name="evidence"),
    path(f"{_S}expedientes/", cases.cases, name="cases"),
    path(f"{_S}expedientes/nuevo/", cases.case_open, name="case-open"),
    path(_C, cases.case, name="case"),
    path(f"{_C}alegar/", cases.statement, name="case-statement"),
    path(f"{_C}alegar/borrador/", cases.statement_draft, name="case-statement-draft"),
    path(f"{_C}pruebas/", cases.evidence, name="case-evidence"),
    path(f"{_C}nota/", cases.note, name="case-note"),
    path(f"{_C}admitir/", cases.admit, name="case-admit"),
    path(f"{_C}no-admitir/", cases.refuse, name="case-refuse"),
    path(f"{_C}alegaciones/", cases.invite, name="case-invite"),
    path(f"{_C}deliberar/", cases.deliberate, name="case-deliberate"),
    path(f"{_C}archivar/", cases.shelve, name="case-shelve"),
    path(f"{_C}resolucion/", rulings.ruling_new, name="ruling-new"),
    path(f"{_C}resolucion/conformar/", rulings.agree, name="ruling-agree"),
    path(f"{_S}textos/", ruling_texts.texts, name="ruling-texts"),
    path(f"{_S}sanciones/", sanctions.sanctions, name="sanctions"),
    path(f"{_S}multas/", fines.fines, name="fines"),
    path(f"{_S}multas/<int:pk>/recibo/", fines.receipt, name="fine-receipt"),
    path(f"{_S}sanciones/<int:pk>/pendiente/", sanctions.reopen, name="fine-reopen"),
    path(f"{_S}sanciones/<int:pk>/pagada/", sanctions.pay, name="fine-pay"),
    path(f"{_S}sanciones/<int:pk>/perdonar/", sanctions.waive, name="fine-waive"),
]
