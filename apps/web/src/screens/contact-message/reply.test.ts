// @vitest-environment node
import { expect, test } from 'vitest';
import { buildReplyLink } from './reply.ts';

test('a reply goes to the sender and names the subject once', () => {
  expect(buildReplyLink('maryam@example.test', 'Opening hours')).toBe(
    'mailto:maryam@example.test?subject=Re%3A%20Opening%20hours',
  );
  expect(buildReplyLink('maryam@example.test', 'RE: hours')).toBe(
    'mailto:maryam@example.test?subject=RE%3A%20hours',
  );
  expect(buildReplyLink('maryam@example.test', null)).toBe('mailto:maryam@example.test');
});

test("a stranger's text cannot add an address, header or line to a reply", () => {
  expect(buildReplyLink('a?bcc=b&c,d@example.test', 'x&bcc=b@example.test\r\nBcc: c')).toBe(
    'mailto:a%3Fbcc%3Db%26c%2Cd@example.test?subject=Re%3A%20x%26bcc%3Db%40example.test%0D%0ABcc%3A%20c',
  );
});
