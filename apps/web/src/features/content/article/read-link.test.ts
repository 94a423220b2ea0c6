import { afterEach, describe, expect, it, vi } from 'vitest';
import { readOutsideAddress } from '../about/outside-address.ts';
import { bodyLinkOf } from './body-link.ts';
import { readLink } from './read-link.ts';

afterEach(() => vi.restoreAllMocks());

describe('an address', () => {
  it('given a valid one, then its parts are parsed; given anything else, then undefined', () => {
    expect(readLink('https://example.com/a')?.hostname).toBe('example.com');
    for (const text of ['', 'example.com', 'https://', 'https://[']) expect(readLink(text)).toBeUndefined();
  });

  it('given a browser without URL.parse, when links are parsed, then it works all the same', () => {
    vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function');
    });
    expect(bodyLinkOf('https://example.com/')).toEqual({ kind: 'outside', url: 'https://example.com/' });
    expect(readOutsideAddress('https://example.com/')?.host).toBe('example.com');
  });
});
