import { PURPOSES } from '@app/domain/media';
import * as z from 'zod/mini';
import { mediaId } from '../fields.ts';
import { route } from '../route.ts';

export const upload = route({
  method: 'POST',
  path: '/upload',
  access: 'user',
  description:
    'Accepts one picture in the field `file`, re-encodes it and returns its path in `message`. With `purpose` identity, voucher, chat or appeal it is stored sealed.',
  request: z.object({ purpose: z._default(z.enum(PURPOSES), 'avatar') }),
  response: z.object({ url: z.string() }),
  refusals: ['upload_failed', 'feature_coming_soon'],
  upload: true,
});

export const openMedia = route({
  method: 'GET',
  path: '/plus/media',
  access: 'user',
  description: 'Sends a sealed picture to its owner or to a user who was given access, and records the view.',
  request: z.object({ id: mediaId }),
  response: z.unknown(),
  refusals: ['not_found'],
  download: 'image/webp',
  beyond: true,
});
