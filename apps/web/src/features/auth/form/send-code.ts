import type { CodePurpose, VisitorPurpose } from '@app/protocol';
import { checkCode, checkEmail, checkMobile, sendMailCode, sendSmsCode } from '@app/protocol/auth';
import { useState } from 'react';
import { create } from 'zustand';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { accountKey, type WireAccount } from '../entry/account-entry.ts';

/** When a code was last sent to an account, and the request it belongs to, if any. */
type Sent = { readonly atMs: number; readonly request?: string | undefined };

/** By purpose and account; survives a visit to another page. */
const useSent = create<Readonly<Record<string, Sent>>>(() => ({}));

const keyOf = (purpose: CodePurpose, account: WireAccount) => `${purpose}:${accountKey(account)}`;

export const useSentAt = (purpose: CodePurpose, account: WireAccount | undefined): number | undefined =>
  useSent((sent) => (account === undefined ? undefined : sent[keyOf(purpose, account)]?.atMs));

/** Returns the request a password-reset code belongs to, so that another user's request does not affect ours. */
export const codeRequestOf = (purpose: CodePurpose, account: WireAccount): { request?: string } => {
  const request = useSent.getState()[keyOf(purpose, account)]?.request;
  return request === undefined ? {} : { request };
};

/** Sends a code by mail or SMS, depending on the account. */
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

/** Checks a code before the next step; the same code is not checked twice, because each check counts as an attempt. */
export const useCheckCode = (purpose: VisitorPurpose) =>
  useSubmit({
    mutationFn: ({ account, code }: Checked) =>
      call(checkCode, { ...account, code, purpose, ...codeRequestOf(purpose, account) }),
  });

/**
 * Checks the form of an account with the server when its field is left; whether it exists is never said. Without an
 * answer nothing is refused: sending the code asks again.
 */
export function useFormCheck() {
  const [refused, setRefused] = useState<string>();
  return {
    isRefused: (account: WireAccount | undefined) => account !== undefined && accountKey(account) === refused,
    check: (account: WireAccount) =>
      void askForm(account).then(
        ({ ok }) => setRefused(ok ? undefined : accountKey(account)),
        () => undefined,
      ),
  };
}

const askForm = ({ user_string, type, area_code }: WireAccount) =>
  type === 'email'
    ? call(checkEmail, { user_string })
    : call(checkMobile, { user_string, ...(area_code !== undefined && { area_code }) });
