import { forget } from '@app/protocol/auth';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import type { WireAccount } from '../entry/account-entry.ts';
import { codeRequestOf } from '../form/send-code.ts';
import type { NewPassword } from './new-password.ts';

type Reset = { account: WireAccount; code: string; chosen: NewPassword; googleCode?: string };

const setPassword = ({ account, code, chosen, googleCode }: Reset) => {
  const { user_string, ...way } = account;
  return call(forget, {
    ...way,
    ...codeRequestOf('forget', account),
    account: user_string,
    code,
    password: chosen.password,
    repassword: chosen.repeated,
    ...(googleCode !== undefined && { google_code: googleCode }),
  });
};

export const useForget = () => useSubmit({ mutationFn: setPassword });
