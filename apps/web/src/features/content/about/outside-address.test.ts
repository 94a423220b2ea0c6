import { describe, expect, it } from 'vitest';
import { readOutsideAddress, webViewPath } from './outside-address.ts';

describe('an outside address', () => {
  it('given a secure page, then its host, port and full address are shown', () => {
    expect(readOutsideAddress('https://Example.com:8443/a?b=c#d')).toEqual({
      href: 'https://example.com:8443/a?b=c#d',
      host: 'example.com:8443',
      isSecure: true,
      mayDeceive: false,
    });
  });

  it('given no encryption, then it is marked as insecure', () => {
    expect(readOutsideAddress('http://example.com/')?.isSecure).toBe(false);
  });

  it.each(['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/', 'https://shop.xn--e1awd7f.com/'])(
    'given %s with lookalike letters, then it warns and shows the real host',
    (address) => {
      expect(readOutsideAddress(address)).toMatchObject({ mayDeceive: true, host: expect.stringContaining('xn--') });
    },
  );

  it.each([
    ...[null, '', 'example.com', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://example.com/'],
    ...['https://us@evil.example/', 'https://a:b@evil.example/', 'https:\\\\evil.example', 'https:evil.example'],
    ...[
      ' https://example.com',
      'https://exa mple.com',
      'https://',
      'https://[',
      `https://example.com/${'a'.repeat(2_000)}`,
    ],
    ...['intent://x#Intent;end', 'blob:https://example.com/x', 'tel:+4412345678'],
  ])('given %j, then it cannot be opened', (address) => expect(readOutsideAddress(address)).toBeUndefined());

  it('given an address, when its path is built, then the same address is read back from it', () => {
    const address = 'https://example.com/a?b=c&d=%20e#f';
    const way = new URL(`https://app.example${webViewPath(address)}`);
    expect(way.searchParams.get('url')).toBe(address);
  });
});
