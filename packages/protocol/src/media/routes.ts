import * as z from 'zod/mini';
import { route } from '../route.ts';

export const upload = route({
  method: 'POST',
  path: '/upload',
  access: 'user',
  description: 'Accepts one picture in the field `file`, re-encodes it and returns its path in `message`.',
  request: z.object({}),
  response: z.object({ url: z.string() }),
  refusals: ['upload_failed'],
  upload: true,
});
