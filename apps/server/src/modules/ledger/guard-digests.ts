/**
 * MD5 of the contents of `ledger_right` and of the bodies of the functions that enforce the ledger's rules. A migration
 * that changes one of them changes it here: the auditor reports any other as a breach (A8), because whoever can change
 * the rules can create money that looks permitted.
 */
export const GUARD_DIGESTS = {
  ledger_right: 'e82e5df4f3f1969c94a40bb675aac677',
  ledger_change: '0a639afeb65b3c028ca9b697535b26fa',
  ledger_apply: '2dfe4a12be4b309fe628734d09b9c2ab',
  ledger_open: '642cfcf665897f77719755df06a64abf',
} as const;
