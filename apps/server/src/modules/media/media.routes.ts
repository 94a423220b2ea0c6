import { UPLOAD_BYTES_MAX } from '@app/domain/media';
import * as routes from '@app/protocol/media';
import type { Http } from '../../platform/http/caller.ts';
import { serveUpload } from '../../platform/http/serve-upload.ts';
import type { Media } from './media.ts';
import { mediaUrl } from './media-id.ts';
import { sendPicture } from './send-picture.ts';

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function mediaRoutes(http: Http, { media }: { readonly media: Media }): void {
  serveUpload(http, routes.upload, {
    bytesMax: UPLOAD_BYTES_MAX,
    handle: async (bytes, { userId }) => {
      const { id } = await media.store({ ownerId: userId, bytes, mode: 'public' });
      return { url: mediaUrl(id) };
    },
  });
  http.app.get('/api/media/:id', (request, reply) => sendPicture(media, request, reply));
}
