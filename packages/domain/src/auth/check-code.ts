import { type Decision, ok, refuse } from '@app/base';

/** The newest code of one account and purpose, after this try was counted. */
export type StoredCode = {
  readonly isUsed: boolean;
  readonly hasExpired: boolean;
  /** Tries so far, this one included. */
  readonly tries: number;
};

type CodeRefusal = 'code_wrong' | 'code_expired';

/**
 * Whether a try may be compared at all. A code that was used, ran out of time or of tries answers like an old one,
 * whatever was typed: the right digits are not confirmed to somebody who guessed too often.
 */
export function checkCode(code: StoredCode | undefined, triesMax: number): Decision<true, CodeRefusal> {
  if (code === undefined) return refuse('code_wrong');
  return code.isUsed || code.hasExpired || code.tries > triesMax ? refuse('code_expired') : ok(true);
}
