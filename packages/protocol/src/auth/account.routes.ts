import * as z from 'zod/mini';
import { flag, id, ignored } from '../fields.ts';
import { route } from '../route.ts';
import { stepUpFields } from '../step-up-fields.ts';
import {
  account,
  areaCode,
  channel,
  code,
  codeRequest,
  deviceKey,
  done,
  googleCode,
  opened,
  password,
} from './fields.ts';

/** ISO 3166 alpha-2. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

export const register = route({
  method: 'POST',
  path: '/user/register',
  access: 'visitor',
  description: 'Opens an account with a code that was sent to its e-mail address or phone.',
  request: z.object({
    user_string: account,
    type: channel,
    code,
    password,
    re_password: password,
    agree: flag,
    extension_code: z.optional(z.string().check(z.maxLength(16))),
    country,
    area_code: areaCode,
    area_code_id: ignored('Dial code id.'),
    app_id: ignored('App id.'),
    user_id: ignored('User id.'),
  }),
  response: z.object({ user_id: id }),
  refusals: ['registration_failed', 'code_wrong', 'code_expired', 'password_too_weak', 'country_closed'],
  malformed: {
    user_string: 'account_malformed',
    type: 'account_type_unknown',
    code: 'code_malformed',
    password: 'password_missing',
    re_password: 'passwords_differ',
    agree: 'risk_not_acknowledged',
    extension_code: 'invite_code_unknown',
    country: 'country_unknown',
    area_code: 'area_code_malformed',
  },
});

export const login = route({
  method: 'POST',
  path: '/user/login',
  access: 'visitor',
  description:
    'Starts a session. Send the token as it is in the Authorization header; a replacement arrives in X-Next-Token.',
  request: z.object({
    user_string: account,
    type: channel,
    area_code: areaCode,
    password,
    google_code: googleCode,
    device: deviceKey,
    app_id: ignored('App id.'),
  }),
  response: opened,
  refusals: ['login_failed', 'google_code_required', 'google_code_wrong', 'account_frozen'],
});

/** Language codes as stored and sent; a server test checks them against the available texts. */
const lang = z.enum(['en', 'hk', 'jp', 'th', 'kor', 'spa', 'ida', 'vi', 'tur', 'zh']);

export const setLanguage = route({
  method: 'POST',
  path: '/set/lang',
  access: 'visitor',
  optionalSession: true,
  description:
    'Sets the language of messages to the caller. For a visitor nothing is stored: every call has its own `lang`.',
  request: z.object({ lang }),
  response: z.object({ lang }),
  refusals: [],
});

export const setCountry = route({
  method: 'POST',
  path: '/plus/country',
  access: 'user',
  description: 'Sets the caller’s country of residence once, for accounts that were opened without one.',
  request: z.object({ country }),
  response: z.object({ country }),
  refusals: ['country_closed', 'country_unknown', 'not_allowed'],
  beyond: true,
});

export const forget = route({
  method: 'POST',
  path: '/user/forget',
  access: 'visitor',
  description: 'Sets a new password with a code, and with the authenticator if one is bound. Ends all sessions.',
  request: z.object({
    account,
    type: channel,
    area_code: areaCode,
    password,
    repassword: password,
    code,
    request: codeRequest,
    google_code: googleCode,
  }),
  response: done,
  refusals: [
    'code_wrong',
    'code_expired',
    'passwords_differ',
    'password_too_weak',
    'google_code_required',
    'google_code_wrong',
  ],
});

export const updatePassword = route({
  method: 'POST',
  path: '/safe/update_password',
  access: 'user',
  description:
    'Changes the login password (`password` is the new one), ends every session and returns a new one for this device.',
  request: z.object({ password, re_password: password, ...stepUpFields }),
  response: opened,
  refusals: ['passwords_differ', 'password_too_weak'],
  stepUp: { policy: 'account', codePurpose: 'password' },
});

export const bindMobile = route({
  method: 'POST',
  path: '/safe/mobile',
  access: 'user',
  description:
    'Binds or changes the phone number. `code` was sent to the new number; the other fields prove the owner.',
  request: z.object({
    mobile: account,
    area_code: areaCode,
    code,
    challenge: stepUpFields.challenge,
    google_code: stepUpFields.google_code,
  }),
  response: done,
  refusals: ['mobile_in_use'],
  stepUp: { policy: 'account', codePurpose: 'mobile' },
});
