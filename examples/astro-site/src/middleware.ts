import { frontEnd } from './lib/front-end';

export const onRequest = frontEnd.onRequest;
