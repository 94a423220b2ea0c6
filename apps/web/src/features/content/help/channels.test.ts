import { describe, expect, it } from 'vitest';
import { channelsOf, verdictOn } from './channels.ts';

const SITE = 'https://tidemark.example';
const BY_MAIL = channelsOf('help@tidemark.example', SITE);
const BY_LINK = channelsOf('https://chat.example/tidemark', SITE);

describe('a channel that is checked', () => {
  it.each([
    'https://tidemark.example',
    'HTTPS://TIDEMARK.example/h5/#/pages/index/index',
    'tidemark.example',
    'tidemark.example/h5',
    'help@tidemark.example',
    'Help@Tidemark.Example',
    ' mailto:help@tidemark.example ',
  ])('given %j, then it is ours', (typed) => {
    expect(verdictOn(typed, BY_MAIL)).toBe('ours');
  });

  it.each([
    'https://tidemark.example.evil.example',
    'https://tidemark.example@evil.example',
    'https://evil.example@tidemark.example/',
    'https://evil.example\\@tidemark.example',
    'https://evil.example/tidemark.example',
    'https://tïdemark.example',
    'https://tіdemark.example',
    'https://app.tidemark.example',
    'https://tidemark.example:8443',
    'http://tidemark.example',
    'ftp://tidemark.example',
    'javascript:alert(1)//tidemark.example.com',
    'support@tidemark.example',
    'help@tidemark.example.evil.example',
    'helptidemark.example',
    'tidemark-support.example',
  ])('given %j, then it is not ours', (typed) => {
    expect(verdictOn(typed, BY_MAIL)).not.toBe('ours');
  });

  it('given an e-mail address that is not ours, then its verdict differs from that of a link', () => {
    expect(verdictOn('support@tidemark.example', BY_MAIL)).toBe('other_mail');
    expect(verdictOn('https://evil.example', BY_MAIL)).toBe('not_ours');
  });

  it('given a page on a third-party site, then only that page is ours', () => {
    expect(verdictOn('https://chat.example/tidemark/', BY_LINK)).toBe('ours');
    expect(verdictOn('chat.example/tidemark', BY_LINK)).toBe('ours');
    expect(verdictOn('https://chat.example/tidemark_support', BY_LINK)).toBe('not_ours');
    expect(verdictOn('https://chat.example/', BY_LINK)).toBe('not_ours');
  });

  it.each([
    ['https://api.whatsapp.com/send?phone=4917', 'https://api.whatsapp.com/send?phone=666'],
    ['https://api.whatsapp.com/send?phone=4917', 'https://api.whatsapp.com/send?phone=4917&phone=666'],
    ['https://api.whatsapp.com/send?phone=4917', 'https://api.whatsapp.com/send'],
    ['https://chat.example/', 'https://chat.example/?id=evil'],
    ['https://chat.example/', 'https://chat.example/#/room/evil'],
    ['https://chat.example/#/room/tidemark', 'https://chat.example/#/room/evil'],
    ['https://chat.example/tidemark', 'https://chat.example/tidemark?next=https://evil.example'],
  ])('given ours is %j, then %j is not ours, and ours is ours', (address, other) => {
    const channels = channelsOf(address, SITE);
    expect(verdictOn(other, channels)).toBe('not_ours');
    expect(verdictOn(address, channels)).toBe('ours');
  });

  it.each(['@tidemark', 'Tidemark support', '+49 170 1234567', 'tidemark'])(
    'given %j, then the verdict is unclear',
    (typed) => {
      expect(verdictOn(typed, BY_MAIL)).toBe('unclear');
    },
  );

  it('given empty input, then the verdict is empty', () => {
    expect(verdictOn('  ', BY_MAIL)).toBe('empty');
  });
});

describe('our channels', () => {
  it('given support has no address, then this site is the only channel', () => {
    expect(channelsOf('', SITE)).toEqual([{ kind: 'site', address: SITE }]);
  });

  it('given a link or an e-mail address, then it is one more channel', () => {
    expect(BY_MAIL.map(({ kind }) => kind)).toEqual(['site', 'mail']);
    expect(BY_LINK.map(({ kind }) => kind)).toEqual(['site', 'link']);
  });
});
