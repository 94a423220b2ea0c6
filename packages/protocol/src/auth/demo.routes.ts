import * as z from 'zod/mini';
import { flag, ignored } from '../fields.ts';
import { route } from '../route.ts';
import { opened } from './fields.ts';

export const openDemoAccount = route({
  method: 'POST',
  path: '/user/demo_account',
  access: 'user',
  description: 'Opens the demo book and grants its money, once.',
  request: z.object({ user_id: ignored('User.') }),
  response: z.object({ granted: flag }),
  refusals: [],
  effect: true,
});

export const changeAccount = route({
  method: 'POST',
  path: '/user/change_account',
  access: 'user',
  description: 'Switches between the real and the demo book: ends this token and answers a new one.',
  request: z.object({ book: z.optional(z.enum(['real', 'demo'])), user_id: ignored('User.') }),
  response: opened,
  refusals: [],
});

export const resetAccount = route({
  method: 'POST',
  path: '/user/reset_account',
  access: 'user',
  description:
    'Closes everything in the demo book, takes its money back and grants it anew. Never touches the real book.',
  request: z.object({ user_id: ignored('User.') }),
  response: z.object({ granted: flag }),
  refusals: ['order_state_changed', 'account_busy', 'too_late'],
  effect: true,
});
