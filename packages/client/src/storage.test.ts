import { describe, expect, it } from 'vitest';
import { memoryBackend, openStorage, STORAGE_VERSION } from './storage.ts';

describe('storage on the device', () => {
  it.each([null, '0', 'x'])('given version %j, when it is opened, then everything is cleared once', (version) => {
    const backend = memoryBackend();
    if (version !== null) backend.setItem('storage_version', version);
    backend.setItem('token', '"old"');
    expect(openStorage(backend).read('token')).toBeUndefined();
    expect(backend.getItem('storage_version')).toBe(String(STORAGE_VERSION));

    openStorage(backend).write('token', 'new');
    expect(openStorage(backend).read('token')).toBe('new');
  });

  it('given the current version, when it is opened, then values stay', () => {
    const backend = memoryBackend();
    backend.setItem('storage_version', String(STORAGE_VERSION));
    backend.setItem('lang', '"tur"');
    expect(openStorage(backend).read('lang')).toBe('tur');
  });

  it('given text that is not valid JSON, when it is read, then it is undefined', () => {
    const backend = memoryBackend();
    const storage = openStorage(backend);
    backend.setItem('user', '{broken');
    expect(storage.read('user')).toBeUndefined();
    storage.write('user', { id: '1' });
    storage.remove('user');
    expect(storage.read('user')).toBeUndefined();
  });
});
