import { editNickname, editSignature, uploadHeadPortrait, userInfo } from '@app/protocol/auth';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';
import { multipart } from '../../../../test/multipart.ts';

let testbed: ApiTestbed;
let picture: Buffer;

beforeAll(async () => {
  testbed = await openApiTestbed();
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c26' } })
    .jpeg()
    .toBuffer();
});

async function upload(token: string): Promise<string> {
  const { headers, payload } = multipart([{ field: 'file', bytes: picture, filename: 'me.jpg', type: 'image/jpeg' }]);
  const url = '/api/upload';
  const sent = { method: 'POST', url, headers: { ...headers, authorization: token }, payload } as const;
  return (await testbed.http.app.inject(sent)).json().message;
}
const get = (url: string) => testbed.http.app.inject({ url });
const choose = async (address: string, token: string) =>
  (await testbed.send(uploadHeadPortrait, { head_portrait: address }, token)).json();
const avatarOf = async (token: string) => (await testbed.send(userInfo, {}, token)).json().data.avatar;

describe('a portrait', () => {
  it('given the user’s own upload, by address or id, when it is chosen, then it is the portrait, and square', async () => {
    const token = await testbed.newSession();
    const address = await upload(token);
    for (const named of [address, address.slice(-22)]) {
      expect((await choose(named, token)).data.avatar).toBe(address);
      expect(await avatarOf(token)).toBe(address);
      const shown = await sharp((await get(address)).rawPayload).metadata();
      expect(shown).toMatchObject({ format: 'webp', width: 512, height: 512 });
    }
  });

  it('given another choice, or none, when the former portrait is requested, then it is gone and cannot return', async () => {
    const token = await testbed.newSession();
    const first = await upload(token);
    const second = await upload(token);
    await choose(first, token);
    await choose(second, token);
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
    expect(await choose(first, token)).toMatchObject({ code: 0, error: 'not_found' });
    expect(await avatarOf(token)).toBe(second);
    expect((await choose('', token)).data.avatar).toBe('');
    expect((await get(second)).statusCode).toBe(404);
    expect((await choose('', token)).data.avatar).toBe('');
  });

  it('given twenty choices of four uploads at once, when all have ended, then one portrait remains', async () => {
    const token = await testbed.newSession();
    const uploads = [await upload(token), await upload(token), await upload(token), await upload(token)];
    await Promise.all(Array.from({ length: 20 }, (_, n) => choose(uploads[n % 4] ?? '', token)));
    const avatar = await avatarOf(token);
    const { rows } = await testbed.root.query(
      `select id from media_file where removed_at is null and used_by is not null
          and owner_id = (select owner_id from media_file where id = $1)`,
      [avatar.slice(-22)],
    );
    expect(rows).toEqual([{ id: avatar.slice(-22) }]);
  });

  it('given another user’s picture, a sealed one, a removed one or none, when it is chosen, then all are not found', async () => {
    const token = await testbed.newSession();
    const other = await testbed.newSession();
    const { id: me } = (await testbed.send(userInfo, {}, token)).json().data;
    const ownerId = BigInt(me);
    const sealed: string[] = [];
    for (const purpose of ['identity', 'voucher', 'chat', 'appeal'] as const)
      sealed.push((await testbed.media.store({ ownerId, bytes: picture, purpose })).id);
    const removed = await testbed.media.store({ ownerId, bytes: picture, purpose: 'avatar' });
    await testbed.transact((tx) => testbed.media.remove(tx, ownerId, removed.id));
    const named = sealed.flatMap((id) => [id, `/api/media/${id}`, `/api/plus/media?id=${id}`]);
    const nowhere = ['x'.repeat(22), 'x', 'https://evil.example/x.png', '../../x', '/api/media/../x'];
    for (const address of [await upload(other), ...named, removed.id, ...nowhere]) {
      expect(await choose(address, token)).toMatchObject({ code: 0, error: 'not_found' });
    }
    expect(await avatarOf(token)).toBe('');
    for (const id of sealed) expect((await get(`/api/media/${id}`)).statusCode).toBe(404);
  });
});

describe('public profile', () => {
  it('given a nickname and a signature, when each is changed, then the user has it and the other is unchanged', async () => {
    const token = await testbed.newSession();
    expect((await testbed.send(editNickname, { nickname: '潮水22' }, token)).json().data.nickname).toBe('潮水22');
    const { data } = (await testbed.send(editSignature, { signature: 'OnlyTides' }, token)).json();
    expect(data).toMatchObject({ nickname: '潮水22', signature: 'OnlyTides' });
    expect((await testbed.send(editSignature, { signature: '' }, token)).json().data.signature).toBe('');
    expect((await testbed.send(userInfo, {}, token)).json().data).toMatchObject({ nickname: '潮水22', signature: '' });
  });

  it('given an invalid one, when it is sent, then the answer gives the allowed length, and nothing changed', async () => {
    const token = await testbed.newSession();
    expect((await testbed.send(editNickname, { nickname: '<b>x</b>' }, token)).json()).toMatchObject({
      error: 'name_not_allowed',
      params: { minimum: '2', maximum: '10' },
    });
    expect((await testbed.send(editSignature, { signature: 'x' }, token)).json()).toMatchObject({
      error: 'name_not_allowed',
      params: { minimum: '2', maximum: '30' },
    });
    expect((await testbed.send(userInfo, {}, token)).json().data).toMatchObject({ nickname: 'Test', signature: '' });
  });
});
