import { CODE_DIGITS } from '@app/domain/checks';
import * as z from 'zod/mini';
import { flag, id, ignored, numericCode, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';

/** An e-mail address or a phone number, as `type` says; what it must look like is the domain's rule. */
const account = text(254, 'E-mail address, or phone number with digits only.', 'ann@example.com');
const channel = z._default(z.enum(['email', 'mobile']), 'email');
const password = z.string().check(z.minLength(1), z.maxLength(256));
const code = numericCode(CODE_DIGITS, 'The six digits that were mailed.', '402113');

const user = z.object({
  id,
  account: z.string(),
  nickname: z.string(),
  invite_code: z.string(),
  /** Which money this session sees. */
  book: z.enum(['real', 'demo']),
  created_at: timeMs,
});

/** What each one-time code is for; a code made for one purpose works for no other. */
export const CODE_PURPOSES = ['register', 'forget', 'password', 'mobile', 'withdraw'] as const;

export const sendMailCode = route({
  method: 'POST',
  path: '/sms_mail',
  access: 'visitor',
  says: 'Sends a six-digit code by e-mail. Answers the same whether or not the account exists.',
  request: z.object({
    user_string: account,
    purpose: z._default(z.enum(CODE_PURPOSES), 'register'),
    type: ignored('Channel.'),
  }),
  response: z.object({ sent: flag }),
  refusals: [],
});

export const register = route({
  method: 'POST',
  path: '/user/register',
  access: 'visitor',
  says: 'Opens an account with a code that was sent to its address.',
  request: z.object({
    user_string: account,
    type: channel,
    code,
    password,
    re_password: password,
    agree: flag,
    extension_code: z.optional(z.string().check(z.maxLength(16))),
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    area_code: ignored('Dial code.'),
    area_code_id: ignored('Dial code id.'),
    app_id: ignored('App id.'),
  }),
  response: z.object({ user_id: id }),
  refusals: [
    'registration_failed',
    'code_wrong',
    'code_expired',
    'passwords_differ',
    'password_too_weak',
    'risk_not_acknowledged',
  ],
});

export const login = route({
  method: 'POST',
  path: '/user/login',
  access: 'visitor',
  says: 'Starts a session. The token goes raw into the Authorization header.',
  request: z.object({ user_string: account, type: channel, password, app_id: ignored('App id.') }),
  response: z.object({ token: z.string(), user }),
  refusals: ['login_failed'],
});

const loggedOut = { access: 'user', request: z.object({}), response: z.object({}), refusals: [] } as const;

export const logoutByGet = route({
  ...loggedOut,
  method: 'GET',
  path: '/user/logout',
  says: 'Ends the session (the specification’s form).',
});

export const logout = route({
  ...loggedOut,
  method: 'POST',
  path: '/user/logout',
  says: 'Ends the session.',
  beyond: true,
});

export const userInfo = route({
  method: 'GET',
  path: '/user/info',
  access: 'user',
  says: 'Who this session belongs to.',
  request: z.object({}),
  response: user,
  refusals: [],
});

export const openDemoAccount = route({
  method: 'POST',
  path: '/user/demo_account',
  access: 'user',
  says: 'Opens the demo book and grants its money, once.',
  request: z.object({ user_id: ignored('User.') }),
  response: z.object({ granted: flag }),
  refusals: [],
  effect: true,
});

export const changeAccount = route({
  method: 'POST',
  path: '/user/change_account',
  access: 'user',
  says: 'Switches between the real and the demo book: ends this token and answers a new one.',
  request: z.object({ book: z.optional(z.enum(['real', 'demo'])), user_id: ignored('User.') }),
  response: z.object({ token: z.string(), user }),
  refusals: [],
});

/** The codes that are stored and sent; a server's test holds them against the texts there are. */
const lang = z.enum(['en', 'hk', 'jp', 'th', 'kor', 'spa', 'ida', 'vi', 'tur', 'zh']);

export const setLanguage = route({
  method: 'POST',
  path: '/set/lang',
  access: 'user',
  says: 'Chooses the language of the mails to this user. Choosing the same again changes nothing.',
  request: z.object({ lang }),
  response: z.object({ lang }),
  refusals: [],
});
