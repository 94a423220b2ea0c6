import { checkPurpose, UPLOAD_BYTES_MAX } from '@app/domain/media';
import * as routes from '@app/protocol/media';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import type { Http } from '../../platform/http/caller.ts';
import { serveDownload } from '../../platform/http/serve-download.ts';
import { serveUpload } from '../../platform/http/serve-upload.ts';
import type { Media } from './media.ts';
import { mediaUrl } from './media-id.ts';
import { sendPicture } from './send-picture.ts';

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function mediaRoutes(http: Http, { media }: { readonly media: Media }): void {
  serveUpload(http, routes.upload, {
    bytesMax: UPLOAD_BYTES_MAX,
    handle: async (bytes, { purpose }, { userId }) => {
      const { id, mode } = await media.store({ ownerId: userId, bytes, purpose: accept(checkPurpose(purpose)) });
      return { url: mediaUrl(id, mode) };
    },
  });
  http.app.get('/api/media/:id', (request, reply) => sendPicture(media, request, reply));
  serveDownload(http, routes.openMedia, async ({ id }, { userId }) => {
    const { bytes } = (await media.view({ user: userId }, id)) ?? refuseWith('not_found');
    return { bytes, filename: `${id}.webp` };
  });
}
