import { forget } from '@app/protocol/auth';
import { call } from '../../../shared/call.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import type { WireAccount } from '../model/account-entry.ts';
import type { NewPassword } from '../model/new-password.ts';
import { codeRequestOf } from './send-code.ts';

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
