// Loaded by the service (NESTPRESS_MODULES) during the run: the requester is named by a header, and nothing that was cached before the request is used.
import { Inject, Injectable, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Authenticates, Database, PrincipalService } from '@nestpress/server';

const TABLES = [
  'posts',
  'postmeta',
  'terms',
  'term_taxonomy',
  'term_relationships',
  'termmeta',
  'users',
  'usermeta',
  'comments',
  'commentmeta',
  'options',
  'links',
];

class PhpunitUser {
  constructor(principals, db, host) {
    this.principals = principals;
    this.db = db;
    this.host = host;
  }

  onApplicationBootstrap() {
    const tables = new Set(TABLES.map((name) => this.db.tablePrefix + name));
    // Before anything else sees the request: PHP may have changed every table.
    this.host.httpAdapter
      .getHttpServer()
      .prependListener('request', () => this.db.changes.publish(tables, 'elsewhere'));
  }

  async authenticate({ headers }) {
    const id = headers['x-phpunit-user'];
    if (typeof id !== 'string' || id === '0') return undefined;
    return (await this.principals.findById(Number(id))) ?? undefined;
  }
}
Inject(PrincipalService)(PhpunitUser, undefined, 0);
Inject(Database)(PhpunitUser, undefined, 1);
Inject(HttpAdapterHost)(PhpunitUser, undefined, 2);
Authenticates({ headers: ['X-PHPUnit-User'] })(PhpunitUser);
Injectable()(PhpunitUser);

export class PhpunitModule {}
Module({ providers: [PhpunitUser] })(PhpunitModule);
