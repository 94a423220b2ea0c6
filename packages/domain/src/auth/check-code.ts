import { type Decision, ok, refuse } from '@app/base';

/** The newest code of one account and purpose, with this attempt counted. */
export type StoredCode = {
  readonly isUsed: boolean;
  readonly hasExpired: boolean;
  /** Attempts so far, this one included. */
  readonly tries: number;
};

type CodeRefusal = 'code_wrong' | 'code_expired';

/**
 * Decides whether an attempt may be compared at all. A code that is used, expired or out of attempts returns
 * code_expired, whatever was typed: correct digits are not confirmed to a caller who guessed too often.
 */
export function checkCode(code: StoredCode | undefined, triesMax: number): Decision<true, CodeRefusal> {
  if (code === undefined) return refuse('code_wrong');
  return code.isUsed || code.hasExpired || code.tries > triesMax ? refuse('code_expired') : ok(true);
}
