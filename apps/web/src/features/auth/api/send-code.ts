import type { CodePurpose, VisitorPurpose } from '@app/protocol';
import { checkCode, sendMailCode, sendSmsCode } from '@app/protocol/auth';
import { create } from 'zustand';
import { call } from '../../../shared/call.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import { accountKey, type WireAccount } from '../model/account-entry.ts';

/** When a code last went to an account, by purpose; it outlives a look at another page. */
const useSent = create<Readonly<Record<string, number>>>(() => ({}));

const keyOf = (purpose: CodePurpose, account: WireAccount) => `${purpose}:${accountKey(account)}`;

export const useSentAt = (purpose: CodePurpose, account: WireAccount | undefined): number | undefined =>
  useSent((sent) => (account === undefined ? undefined : sent[keyOf(purpose, account)]));

/** Mails or texts a code, as the account wants it. */
export const useSendCode = (purpose: CodePurpose) =>
  useSubmit({
    mutationFn: async (account: WireAccount) => {
      const { user_string, type, area_code } = account;
      if (type === 'email') await call(sendMailCode, { user_string, purpose });
      else
        await call(sendSmsCode, { mobile: user_string, type: purpose, ...(area_code !== undefined && { area_code }) });
      useSent.setState({ [keyOf(purpose, account)]: Date.now() });
    },
  });

type Checked = { account: WireAccount; code: string };

/** Before the next step; the same code is not asked about twice, because asking counts as a try. */
export const useCheckCode = (purpose: VisitorPurpose) =>
  useSubmit({ mutationFn: ({ account, code }: Checked) => call(checkCode, { ...account, code, purpose }) });
