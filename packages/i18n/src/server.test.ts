import { describe, expect, it } from 'vitest';
import { compile, pseudo } from './compile.ts';
import { languageOfBrowser } from './languages.ts';
import { fillMessage } from './message.ts';
import { mailText, noticeText, refusalText } from './server.ts';

describe('the server texts', () => {
  it('given an unknown language, when a refusal is rendered, then it is in English', () => {
    expect(refusalText('xx', 'login_required')).toBe('Please log in first.');
    expect(refusalText('tur', 'below_minimum', { minimum: '10 USDT' })).toBe('En az 10 USDT olmalı.');
  });

  it('apply each language’s plural rules', () => {
    expect(mailText('en', 'code_rules', { minutes: 1 })).toContain('1 minute.');
    expect(mailText('en', 'code_rules', { minutes: 10 })).toContain('10 minutes.');
    expect(noticeText('en', 'risk_text', { percent: 76 })).toContain('76%');
  });
});

describe('the pseudo-locale', () => {
  it('is at least 40 % longer, keeps the placeholders, and leaves text without letters unchanged', () => {
    const longer = compile('Again in {seconds} s', pseudo);
    const message = fillMessage('en', longer, { seconds: 9 });
    expect(message).toContain('9');
    expect(message.length).toBeGreaterThanOrEqual('Again in 9 s'.length * 1.4);
    expect(message).not.toContain('Again');
    expect(pseudo('0.00')).toBe('0.00');
  });
});

describe('a browser’s language', () => {
  it.each([
    ['en-GB', 'en'],
    ['zh', 'zh'],
    ['zh-CN', 'zh'],
    ['zh-Hans-SG', 'zh'],
    ['zh-TW', 'hk'],
    ['zh-Hant', 'hk'],
    ['ja', 'jp'],
    ['ko-KR', 'kor'],
    ['es-419', 'spa'],
    ['id', 'ida'],
    ['vi-VN', 'vi'],
    ['tr', 'tur'],
    ['fr', 'en'],
    ['', 'en'],
  ])('%s maps to %s', (tag, language) => {
    expect(languageOfBrowser(tag)).toBe(language);
  });
});
