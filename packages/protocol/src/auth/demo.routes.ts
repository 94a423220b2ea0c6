import * as z from 'zod/mini';
import { flag, ignored } from '../fields.ts';
import { route } from '../route.ts';
import { opened } from './fields.ts';

export const openDemoAccount = route({
  method: 'POST',
  path: '/user/demo_account',
  access: 'user',
  description: 'Opens the caller’s demo account and grants its starting balance, once.',
  request: z.object({ user_id: ignored('User.') }),
  response: z.object({ granted: flag }),
  refusals: [],
  effect: true,
});

export const changeAccount = route({
  method: 'POST',
  path: '/user/change_account',
  access: 'user',
  description: 'Switches the session between the real and the demo account. Ends the token and returns a new one.',
  request: z.object({ book: z.optional(z.enum(['real', 'demo'])), user_id: ignored('User.') }),
  response: opened,
  refusals: [],
});

export const resetAccount = route({
  method: 'POST',
  path: '/user/reset_account',
  access: 'user',
  description: 'Cancels all demo orders, takes the demo balance back and grants it again. Never touches real money.',
  request: z.object({ user_id: ignored('User.') }),
  response: z.object({ granted: flag }),
  refusals: ['order_state_changed', 'account_busy', 'too_late'],
  effect: true,
});
