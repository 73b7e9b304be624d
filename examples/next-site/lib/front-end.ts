import { createFrontEnd } from '@nestpress/next';

export const frontEnd = createFrontEnd({
  url: process.env.API ?? 'http://localhost:3000/wp-json',
  webhookSecret: process.env.WEBHOOK_SECRET,
});
