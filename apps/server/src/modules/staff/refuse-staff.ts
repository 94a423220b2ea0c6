import type { RefusalCode } from '@app/protocol';
import { DatabaseError } from 'pg';
import { refuseWith } from '../../platform/http/accept.ts';

/** What the database refuses to staff, by its error code (migration 0051). */
const REFUSALS: Readonly<Record<string, RefusalCode>> = {
  ST001: 'session_invalid',
  ST002: 'not_allowed',
  ST003: 'change_not_waiting',
  ST004: 'change_payload_differs',
  ST005: 'maker_cannot_check',
  ST006: 'passkey_required',
  ST007: 'change_not_waiting',
  ST008: 'change_outdated',
  PO002: 'change_outdated', // Migration 0062: it may have been paid by now.
  WD003: 'change_outdated', // Migration 0060: something may have been sent by now.
  DC003: 'change_outdated', // Migration 0064: its transaction was credited by now.
};
const UNIQUE_VIOLATION = '23505';

/** Runs a transaction and answers with the refusal that the database gave as its reason. */
export async function refusing<Value>(run: Promise<Value>): Promise<Value> {
  try {
    return await run;
  } catch (error) {
    const code = error instanceof DatabaseError ? (error.code ?? '') : '';
    const refusal = REFUSALS[code] ?? (code === UNIQUE_VIOLATION ? 'change_outdated' : undefined);
    if (refusal === undefined) throw error;
    return refuseWith(refusal);
  }
}
