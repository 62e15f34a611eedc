-- Lists are read from indexes alone only where PostgreSQL knows that every row of a page is visible, which a vacuum
-- tells it: after 2 % of changes instead of 20 %, or an import would leave every list slow for long.
ALTER TABLE product SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE product_item SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE product_category SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
