import { describe, expect, it } from 'vitest';
import { readUpload, uploadLanguage } from './read-upload.ts';

describe('the response to an upload', () => {
  it.each([
    [200, { type: 'ok', message: '/m/1' }, { ok: true, stored: '/m/1' }],
    [200, { type: 'success', message: '/m/2' }, { ok: true, stored: '/m/2' }],
    [200, { message: '/m/3' }, { ok: true, stored: '/m/3' }],
    [200, {}, { ok: true, stored: '' }],
    [200, { type: 'error', message: 'too large' }, { ok: false, message: 'too large', type: 'error' }],
    [401, { type: 999, message: 'log in' }, { ok: false, message: 'log in', type: 999 }],
    [413, { type: 'ok', message: '/m/4' }, { ok: false, message: undefined }],
    [200, 'ok', { ok: false, message: undefined }],
    [200, null, { ok: false, message: undefined }],
  ])('%i %j means %j', (status, body, result) => {
    expect(readUpload(status, body)).toEqual(result);
  });

  it('uses one of the three languages of the specification', () => {
    expect(['zh', 'hk', 'en', 'tur', 'jp'].map((code) => uploadLanguage(code as 'en'))).toEqual([
      'zh-cn',
      'zh-tw',
      'en',
      'en',
      'en',
    ]);
  });
});
