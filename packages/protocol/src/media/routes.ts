import * as z from 'zod/mini';
import { route } from '../route.ts';

export const upload = route({
  method: 'POST',
  path: '/upload',
  access: 'user',
  description: 'Takes one picture in the field `file`, draws it anew and answers in `message` where it lies.',
  request: z.object({}),
  response: z.object({ url: z.string() }),
  refusals: ['upload_failed'],
  upload: true,
});
