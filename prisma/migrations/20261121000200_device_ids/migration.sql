-- Ids of POS devices and printers, which stand inside their branch: unique across the shop and never given twice,
-- because sessions, receipts and accounts keep naming a device that is gone (decisions section 11).
CREATE SEQUENCE device_id AS integer;
