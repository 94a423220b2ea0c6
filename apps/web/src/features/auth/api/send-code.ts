import type { CodePurpose, VisitorPurpose } from '@app/protocol';
import { checkCode, sendMailCode, sendSmsCode } from '@app/protocol/auth';
import { create } from 'zustand';
import { call } from '../../../shared/call.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import { accountKey, type WireAccount } from '../model/account-entry.ts';

/** When a code last went to an account, and the request it belongs to where it belongs to one. */
type Sent = { readonly atMs: number; readonly request?: string | undefined };

/** By purpose and account; it outlives a look at another page. */
const useSent = create<Readonly<Record<string, Sent>>>(() => ({}));

const keyOf = (purpose: CodePurpose, account: WireAccount) => `${purpose}:${accountKey(account)}`;

export const useSentAt = (purpose: CodePurpose, account: WireAccount | undefined): number | undefined =>
  useSent((sent) => (account === undefined ? undefined : sent[keyOf(purpose, account)]?.atMs));

/** What a code for a new password is used with: somebody else's request for one leaves ours alone. */
export const codeRequestOf = (purpose: CodePurpose, account: WireAccount): { request?: string } => {
  const request = useSent.getState()[keyOf(purpose, account)]?.request;
  return request === undefined ? {} : { request };
};

/** Mails or texts a code, as the account wants it. */
export const useSendCode = (purpose: CodePurpose) =>
  useSubmit({
    mutationFn: async (account: WireAccount) => {
      const { user_string, type, area_code } = account;
      const area = area_code === undefined ? {} : { area_code };
      const { request } =
        type === 'email'
          ? await call(sendMailCode, { user_string, purpose })
          : await call(sendSmsCode, { mobile: user_string, type: purpose, ...area });
      useSent.setState({ [keyOf(purpose, account)]: { atMs: Date.now(), request } });
    },
  });

type Checked = { account: WireAccount; code: string };

/** Before the next step; the same code is not asked about twice, because asking counts as a try. */
export const useCheckCode = (purpose: VisitorPurpose) =>
  useSubmit({
    mutationFn: ({ account, code }: Checked) =>
      call(checkCode, { ...account, code, purpose, ...codeRequestOf(purpose, account) }),
  });
