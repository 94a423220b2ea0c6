import type { Channel } from '@app/domain/auth';
import type { VisitorPurpose } from '@app/protocol';
import { useState } from 'react';
import { type AccountEntry, accountKey } from '../entry/account-entry.ts';
import { missingForCode } from '../entry/register-form.ts';
import { useAccountEntry } from '../entry/use-account-entry.ts';
import { useCheckCode, useSentAt } from './send-code.ts';

/**
 * State of the step that proves an account with a code: the input, what is missing, and the check before continuing.
 */
export function useCodeStep(purpose: VisitorPurpose, only?: Channel) {
  const who = useAccountEntry(only);
  const check = useCheckCode(purpose);
  const [code, keepCode] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const { account } = who;
  const wasSent = useSentAt(purpose, account) !== undefined;
  const key = account === undefined ? '' : `${accountKey(account)} ${code}`;
  const changeEntry = (part: Partial<AccountEntry>) => {
    check.reset();
    who.change(part);
  };
  const setCode = (typed: string) => {
    check.reset();
    keepCode(typed);
  };
  /** A check counts as an attempt, so a known result is not checked again. */
  const confirm = (go: () => void) => {
    if (account === undefined) return;
    if (confirmed === key) return go();
    const keep = () => {
      setConfirmed(key);
      go();
    };
    check.mutate({ account, code }, { onSuccess: keep });
  };
  const missing = missingForCode({ channel: who.entry.channel, account, wasSent, code });
  return { who, code, wasSent, missing, check, changeEntry, setCode, confirm };
}
