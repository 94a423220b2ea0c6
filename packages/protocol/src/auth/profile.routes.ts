import * as z from 'zod/mini';
import { route } from '../route.ts';
import { user } from './fields.ts';

const shortText = z.string().check(z.maxLength(200), z.regex(/^\P{Cc}*$/u));

export const uploadHeadPortrait = route({
  method: 'POST',
  path: '/user/uploadHeadPortrait',
  access: 'user',
  description:
    'Sets one of the caller’s pictures, as returned by `/upload`, as the profile picture. An empty value removes it.',
  request: z.object({ head_portrait: shortText }),
  response: user,
  refusals: ['not_found'],
});

export const editNickname = route({
  method: 'POST',
  path: '/user/editNickname',
  access: 'user',
  description: 'Changes the nickname: 2 to 10 Chinese or English letters or digits.',
  request: z.object({ nickname: shortText }),
  response: user,
  refusals: ['name_not_allowed'],
});

export const editSignature = route({
  method: 'POST',
  path: '/plus/signature',
  access: 'user',
  description: 'Changes the signature: 2 to 30 Chinese or English letters or digits. An empty value removes it.',
  request: z.object({ signature: shortText }),
  response: user,
  refusals: ['name_not_allowed'],
  beyond: true,
});
