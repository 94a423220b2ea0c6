import * as z from 'zod/mini';
import { CODE_PURPOSES, VISITOR_PURPOSES } from '../code-purposes.ts';
import { flag, ignored, text } from '../fields.ts';
import { route } from '../route.ts';
import { account, areaCode, channel, code, codeRequest } from './fields.ts';

/** `request` is present if the code is for a new password: the code can only be used together with it. */
const sent = z.object({ sent: flag, request: z.optional(z.string()) });
const purpose = z._default(z.enum(CODE_PURPOSES), 'register');
const visitorPurpose = z._default(z.enum(VISITOR_PURPOSES), 'register');
const mobile = text(20, 'Phone number, digits.', '13800138000');

export const sendMailCode = route({
  method: 'POST',
  path: '/sms_mail',
  access: 'visitor',
  description: 'Sends a six-digit code by e-mail. The response is the same whether or not the account exists.',
  request: z.object({ user_string: account, purpose, type: ignored('Channel.') }),
  response: sent,
  refusals: [],
});

export const sendSmsCode = route({
  method: 'POST',
  path: '/sms_send',
  access: 'visitor',
  description:
    'Sends a six-digit code to a phone; `type` is its purpose. The response is the same whether or not the account exists.',
  request: z.object({ area_code: areaCode, mobile, type: purpose }),
  response: sent,
  refusals: [],
});

const checked = { access: 'visitor', response: z.object({ ok: flag }), refusals: [] } as const;

export const checkEmail = route({
  ...checked,
  method: 'POST',
  path: '/user/check_email',
  description: 'Checks whether an e-mail address is well formed. Never reveals whether it has an account.',
  request: z.object({ user_string: account }),
});

export const checkMobile = route({
  ...checked,
  method: 'POST',
  path: '/user/check_mobile',
  description: 'Checks whether a phone number is well formed. Never reveals whether it has an account.',
  request: z.object({ user_string: mobile, area_code: areaCode }),
});

export const checkCode = route({
  method: 'POST',
  path: '/user/check',
  access: 'visitor',
  description: 'Checks a code before the next step. The code stays valid, and the check counts as an attempt.',
  request: z.object({
    user_string: account,
    type: channel,
    area_code: areaCode,
    code,
    purpose: visitorPurpose,
    request: codeRequest,
  }),
  response: z.object({ ok: flag }),
  refusals: ['code_wrong', 'code_expired'],
});
