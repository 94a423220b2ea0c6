import { describe, expect, it } from 'vitest';
import type { Text } from '../../../data/app/texts.ts';
import { mailSubject, mailTo } from './support-mail.ts';

/** Returns the key and its parameters, so that a test sees which texts were used. */
const text: Text = (key, params) => (params === undefined ? key : `${key} ${JSON.stringify(params)}`);

describe('the subject of a mail to support', () => {
  it('given a user, then it has topic, user number and version', () => {
    expect(mailSubject('complaint', { userId: '7', version: '1.2.3' }, text)).toBe(
      'content.contact.subject.complaint · content.contact.subject.user {"id":"7"} · system.name 1.2.3',
    );
  });

  it('given a visitor, then it names no user', () => {
    expect(mailSubject('question', { userId: undefined, version: '1.2.3' }, text)).toBe(
      'content.contact.subject.question · system.name 1.2.3',
    );
  });
});

describe('a mail address as a link', () => {
  it('given a subject with separators of an address, then the subject stays whole', () => {
    const link = mailTo('help@tidemark.example', 'A & B?cc=evil@x.example #1 · ü');
    const url = new URL(link);
    expect([url.protocol, url.pathname]).toEqual(['mailto:', 'help@tidemark.example']);
    expect([...url.searchParams]).toEqual([['subject', 'A & B?cc=evil@x.example #1 · ü']]);
    expect(link).not.toContain('+');
  });

  it('given an address with characters of a query, then it cannot add recipients', () => {
    const url = new URL(mailTo('a?cc=b@tidemark.example', 'Hello'));
    expect(url.pathname).toBe('a%3Fcc%3Db@tidemark.example');
    expect([...url.searchParams.keys()]).toEqual(['subject']);
  });
});
